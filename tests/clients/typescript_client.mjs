// Checks the program with the official TypeScript SDK over HTTP: starts it in demo mode on a free port and uses what it
// offers, as clients of older protocols do and as newer ones do.
//
// usage: node typescript_client.mjs PROGRAM MODULES      (the folder of node_modules that holds @modelcontextprotocol/client)
//
// Each check prints one line; the last line counts them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const [program, modules] = process.argv.slice(2);
if (!program || !modules) {
  console.error('usage: node typescript_client.mjs PROGRAM MODULES');
  process.exit(2);
}
const require = createRequire(join(resolve(modules), 'any.js'));
const { Client, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');

const repository = { owner: 'harbor', repo: 'lighthouse' };

const checks = {
  async tools_are_listed(client) {
    const { tools } = await client.listTools();
    assert(tools.length >= 40, `${tools.length} tools`);
    assert(tools.every(tool => tool.title && tool.description && tool.annotations));
  },
  async issues_are_listed_and_shaped(client) {
    const result = await client.callTool({ name: 'list_repo_issues', arguments: { ...repository, limit: 3 } });
    assert.equal(result.structuredContent.items.length, 3);
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  },
  async text_stays_text(client) {
    const result = await client.callTool({ name: 'get_file_content', arguments: { ...repository, path: 'README.md' } });
    assert(result.content[0].text.startsWith('#'));
    assert.equal(result.structuredContent, undefined);
  },
  async failures_are_results(client) {
    const result = await client.callTool({ name: 'create_issue', arguments: { ...repository, title: 'Foghorn' } });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /read-only/);
  },
  async resources_are_listed_and_read(client) {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert(resourceTemplates.some(template => template.uriTemplate === 'forgejo://repo/{owner}/{repo}/label/{id}'));
    const { contents } = await client.readResource({ uri: 'forgejo://repo/harbor/lighthouse' });
    assert.equal(JSON.parse(contents[0].text).full_name ?? 'harbor/lighthouse', 'harbor/lighthouse');
  },
  async a_missing_resource_has_its_code(client) {
    const missing = client.readResource({ uri: 'forgejo://repo/harbor/lighthouse/label/999999' });
    await assert.rejects(missing, error => error.code === -32003);
  },
  async arguments_complete(client) {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'forgejo://repo/{owner}/{repo}' },
      argument: { name: 'repo', value: 'light' },
      context: { arguments: { owner: 'harbor' } },
    });
    assert(completion.values.includes('lighthouse'));
  },
  async prompts_are_listed_and_filled(client) {
    const { prompts } = await client.listPrompts();
    assert(prompts.some(prompt => prompt.name === 'triage_issue'));
    const filled = await client.getPrompt({ name: 'triage_issue', arguments: { ...repository, index: '1' } });
    assert(filled.messages.length > 0);
  },
};

/** The program, listening; its address and how it ends. */
async function serve() {
  const child = spawn(program, ['--demo', '--transport', 'http', '--http-port', '0'], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const address = line.match(/listening on (\S+)/)?.[1];
    if (address) return { address, child };
  }
  throw new Error('the program does not listen');
}

let passed = 0;
let failed = 0;
const { address, child } = await serve();
for (const [name, versionNegotiation] of [
  ['older', undefined],
  ['newer', { mode: 'auto' }],
]) {
  const options = versionNegotiation ? { versionNegotiation } : {};
  const client = new Client({ name: 'check', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  for (const [check, run] of Object.entries(checks)) {
    try {
      await run(client);
      passed += 1;
      console.log(`${name} ${check} ... ok`);
    } catch (error) {
      failed += 1;
      console.log(`${name} ${check} ... FAILED\n`, error);
    }
  }
  await client.close();
}
child.kill();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
