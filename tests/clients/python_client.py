#!/usr/bin/env python3
"""Checks the program with the official Python SDK: starts it in demo mode, over stdio and over HTTP with both of its
transports, and uses what it offers.

usage: python_client.py PROGRAM

Needs the package `mcp` and no network. Each check prints one line; the last line counts them.
Resources, completions and prompts are checked as soon as the server advertises them.
"""

import asyncio
import base64
import contextlib
import json
import sys
import traceback

from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.types import PromptReference, ResourceTemplateReference

REPOSITORY = {"owner": "harbor", "repo": "lighthouse"}
PNG = b"\x89PNG\r\n\x1a\n"
# How the SDK opens a connection: by the handshake of older protocols, and as newer clients do.
MODES = ["legacy", "auto"]
# How it reaches the program, and in which modes: the older HTTP transport knows only the older protocol.
TRANSPORTS = {"stdio": MODES, "http": MODES, "sse": ["legacy"]}


def texts(result):
    """The text blocks of a result."""
    return [block.text for block in result.content if block.type == "text"]


def is_bounded_page(page):
    """Whether a structured result has the shape of every list."""
    return isinstance(page["items"], list) and page["page"] == 1 and isinstance(page["has_more"], bool)


async def server_introduces_itself(client):
    assert client.server_info.name == "forgejo-mcp", client.server_info
    assert "harbor" in (client.instructions or ""), client.instructions


async def tools_are_declared_completely(client):
    tools = (await client.list_tools()).tools
    assert len(tools) >= 40, len(tools)
    names = [tool.name for tool in tools]
    assert len(names) == len(set(names)), "a name stands twice"
    for tool in tools:
        assert tool.title and tool.description, tool.name
        hints = tool.annotations
        for hint in ("read_only_hint", "destructive_hint", "idempotent_hint", "open_world_hint"):
            assert getattr(hints, hint) is not None, f"{tool.name}: {hint}"


async def issues_are_listed_and_shaped(client):
    result = await client.call_tool("list_repo_issues", {**REPOSITORY, "limit": 3})
    assert not result.is_error, texts(result)
    page = result.structured_content
    assert is_bounded_page(page) and len(page["items"]) == 3, page
    assert json.loads(texts(result)[0]) == page, "the text is the same JSON"
    rest = await client.call_tool("list_repo_issues", {**REPOSITORY, **page["next"]})
    seen = {row["number"] for row in page["items"]}
    assert rest.structured_content["items"], "a second page"
    assert not seen & {row["number"] for row in rest.structured_content["items"]}, "no row comes twice"


async def one_issue_is_read(client):
    listed = await client.call_tool("list_repo_issues", {**REPOSITORY, "limit": 1})
    number = listed.structured_content["items"][0]["number"]
    result = await client.call_tool("get_issue_by_index", {**REPOSITORY, "index": number})
    assert result.structured_content["number"] == number, result.structured_content
    assert isinstance(result.structured_content["author"], str), "people are logins"


async def text_stays_text(client):
    result = await client.call_tool("get_file_content", {**REPOSITORY, "path": "README.md"})
    assert not result.is_error, texts(result)
    assert result.structured_content is None
    assert texts(result)[0].startswith("#"), texts(result)[0][:80]
    assert len(json.loads(texts(result)[1])["sha"]) == 40, "the note names the blob"


async def pictures_arrive_undamaged(client):
    result = await client.call_tool("get_file_content", {**REPOSITORY, "path": "assets/logo.png"})
    pictures = [block for block in result.content if block.type == "image"]
    assert len(pictures) == 1 and pictures[0].mime_type == "image/png", result.content
    assert base64.b64decode(pictures[0].data).startswith(PNG)


async def writes_are_refused_in_the_demo(client):
    result = await client.call_tool("create_issue", {**REPOSITORY, "title": "Foghorn"})
    assert result.is_error, texts(result)
    assert "read-only" in texts(result)[0], texts(result)


async def unknown_arguments_are_named(client):
    result = await client.call_tool("list_repo_issues", {**REPOSITORY, "stat": "open"})
    assert result.is_error and "state" in texts(result)[0], texts(result)


async def irrecoverable_acts_need_a_name(client):
    result = await client.call_tool("delete_branch", {**REPOSITORY, "branch": "main"})
    assert result.is_error and "confirm" in texts(result)[0], texts(result)
    assert result.meta["kind"] == "confirmation_required", result.meta


async def everything_is_found_and_called(client):
    found = await client.call_tool("find_tools", {"query": "list branches"})
    names = [item["name"] for item in found.structured_content["items"]]
    assert "list_branches" in names, names
    result = await client.call_tool("call_read_tool", {"name": "list_branches", "arguments": REPOSITORY})
    assert not result.is_error and "main" in texts(result)[0], texts(result)


async def resources_are_listed_and_read(client):
    templates = (await client.list_resource_templates()).resource_templates
    uris = [template.uri_template for template in templates]
    assert "forgejo://repo/{owner}/{repo}/label/{id}" in uris, uris
    result = await client.read_resource("forgejo://repo/harbor/lighthouse")
    first = result.contents[0]
    assert first.mime_type == "application/json" and json.loads(first.text), first


async def resource_arguments_complete(client):
    template = ResourceTemplateReference(uri="forgejo://repo/{owner}/{repo}")
    result = await client.complete(template, {"name": "repo", "value": "light"}, {"owner": "harbor"})
    assert "lighthouse" in result.completion.values, result.completion


async def prompts_are_listed_and_filled(client):
    prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
    assert "triage_issue" in prompts, list(prompts)
    listed = await client.call_tool("list_repo_issues", {**REPOSITORY, "limit": 1})
    number = str(listed.structured_content["items"][0]["number"])
    arguments = {**REPOSITORY, "index": number}
    names = {argument.name for argument in prompts["triage_issue"].arguments}
    assert set(arguments) <= names, names
    result = await client.get_prompt("triage_issue", arguments)
    assert result.messages, result


async def prompt_arguments_complete(client):
    prompt = PromptReference(name="triage_issue")
    result = await client.complete(prompt, {"name": "repo", "value": "light"}, {"owner": "harbor"})
    assert "lighthouse" in result.completion.values, result.completion


ALWAYS = [
    server_introduces_itself,
    tools_are_declared_completely,
    issues_are_listed_and_shaped,
    one_issue_is_read,
    text_stays_text,
    pictures_arrive_undamaged,
    writes_are_refused_in_the_demo,
    unknown_arguments_are_named,
    irrecoverable_acts_need_a_name,
    everything_is_found_and_called,
]


def checks(capabilities):
    """The checks that the server's capabilities call for."""
    chosen = list(ALWAYS)
    if capabilities.resources:
        chosen.append(resources_are_listed_and_read)
    if capabilities.prompts:
        chosen.append(prompts_are_listed_and_filled)
    if capabilities.completions and capabilities.resources:
        chosen.append(resource_arguments_complete)
    if capabilities.completions and capabilities.prompts:
        chosen.append(prompt_arguments_complete)
    return chosen


@contextlib.asynccontextmanager
async def served(program):
    """The address of the program, listening on a free port of this machine."""
    process = await asyncio.create_subprocess_exec(
        program, "--demo", "--transport", "sse", "--http-port", "0", stderr=asyncio.subprocess.PIPE
    )
    try:
        line = (await asyncio.wait_for(process.stderr.readline(), 30)).decode()
        yield line.split("listening on ")[1].split("/mcp")[0]
    finally:
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 30) == 0, "it ends well when told to"


def connection(transport, program, address):
    """What the SDK's client takes for a transport."""
    match transport:
        case "stdio":
            return StdioServerParameters(command=program, args=["--demo"])
        case "http":
            return f"{address}/mcp"
        case "sse":
            return sse_client(f"{address}/sse")


async def run(program):
    """Runs every check on every transport in every mode; tells how many passed and failed."""
    passed = failed = 0
    async with served(program) as address:
        for transport, mode in [(transport, mode) for transport, modes in TRANSPORTS.items() for mode in modes]:
            server = connection(transport, program, address)
            async with Client(server, mode=mode, read_timeout_seconds=30) as client:
                for check in checks(client.server_capabilities):
                    name = f"{transport} {client.protocol_version} {check.__name__}"
                    try:
                        await check(client)
                    except Exception:  # noqa: BLE001 - a check fails in any way it likes
                        failed += 1
                        print(f"{name} ... FAILED")
                        traceback.print_exc(file=sys.stdout)
                    else:
                        passed += 1
                        print(f"{name} ... ok")
    return passed, failed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    passed, failed = asyncio.run(run(sys.argv[1]))
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
