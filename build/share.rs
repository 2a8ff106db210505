//! Puts into one function what every generated operation does the same way, so that it is compiled once.
//!
//! progenitor writes it out in each of the five hundred `send` functions: calling the hooks, sending, and telling a
//! success from a failure. The header with the version of the description goes, too: the forge has no use for it.

use syn::{Block, Expr, File, Ident, ImplItem, Item, Local, Pat, Stmt, parse_quote};

use super::Error;

/// Rewrites every operation of a generated client, and gives the client the function that they share.
pub(crate) fn share_sending(client: &mut File) -> Result<(), Error> {
    let modules = client.items.iter_mut().filter_map(|item| match item {
        Item::Mod(module) if module.ident == "builder" => module.content.as_mut(),
        _ => None,
    });
    for item in modules.flat_map(|(_, items)| items) {
        let Item::Impl(builder) = item else { continue };
        for function in &mut builder.items {
            if let ImplItem::Fn(function) = function
                && function.sig.ident == "send"
            {
                let said =
                    || format!("`send` of {} is not as progenitor wrote it before", name(&builder.self_ty));
                without_version(&mut function.block).ok_or_else(said)?;
                through_the_client(&mut function.block).ok_or_else(said)?;
            }
        }
    }
    client.items.push(parse_quote! {
        impl Client {
            /// Sends the request of an operation, with its hooks before and after, and takes a success for its answer.
            fn answer(
                &self,
                mut request: ::reqwest::Request,
                operation_id: &'static str,
            ) -> ::futures::future::BoxFuture<'_, Result<::reqwest::Response, Error<()>>> {
                Box::pin(async move {
                    let info = OperationInfo { operation_id };
                    self.pre(&mut request, &info).await?;
                    let result = self.exec(request, &info).await;
                    self.post(&result, &info).await?;
                    let response = result?;
                    if response.status().is_success() {
                        Ok(response)
                    } else {
                        Err(Error::UnexpectedResponse(response))
                    }
                })
            }
        }
    });
    Ok(())
}

/// Leaves out `header_map`, which holds nothing but the version.
fn without_version(block: &mut Block) -> Option<()> {
    let (made, _) = local(block, "header_map")?;
    // Its second statement appends the version; a third one would be a header that the operation takes.
    if !matches!(block.stmts.get(made + 1)?, Stmt::Expr(Expr::MethodCall(call), _) if call.method == "append")
    {
        return None;
    }
    block.stmts.drain(made..made + 2);
    let (_, request) = local(block, "request")?;
    let Expr::Try(built) = &mut *request.init.as_mut()?.expr else { return None };
    let Expr::MethodCall(build) = &mut *built.expr else { return None };
    let Expr::MethodCall(headers) = &*build.receiver else { return None };
    if headers.method != "headers" {
        return None;
    }
    let request = headers.receiver.clone();
    build.receiver = request;
    Some(())
}

/// Lets the client send the request: what follows is in `Client::answer`, up to the reading of a success.
fn through_the_client(block: &mut Block) -> Option<()> {
    let (info, described) = local(block, "info")?;
    let Expr::Struct(described) = &*described.init.as_ref()?.expr else { return None };
    let id = described.fields.first()?.expr.clone();
    let Stmt::Expr(Expr::Match(by_status), None) = block.stmts.last()? else { return None };
    let success = by_status.arms.first()?.body.clone();
    // The description of the operation, three hooks, the question mark and the match.
    if block.stmts.len() != info + 6 || by_status.arms.len() != 2 {
        return None;
    }
    block.stmts.truncate(info);
    let (_, request) = local(block, "request")?;
    request.attrs.clear();
    request.pat = parse_quote!(request);
    block.stmts.push(parse_quote!(let response = client.answer(request, #id).await?;));
    match *success {
        Expr::Block(success) => block.stmts.extend(success.block.stmts),
        success => block.stmts.push(Stmt::Expr(success, None)),
    }
    Some(())
}

/// The statement that binds a name, and where it stands.
fn local<'block>(block: &'block mut Block, name: &str) -> Option<(usize, &'block mut Local)> {
    let is_it = |pat: &Pat| matches!(pat, Pat::Ident(pat) if pat.ident == name);
    block.stmts.iter_mut().enumerate().find_map(|(position, statement)| match statement {
        Stmt::Local(local) if is_it(&local.pat) => Some((position, local)),
        _ => None,
    })
}

fn name(builder: &syn::Type) -> String {
    let last = match builder {
        syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.clone()),
        _ => None,
    };
    last.as_ref().map_or_else(|| "an operation".to_owned(), Ident::to_string)
}
