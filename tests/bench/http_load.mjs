// Measures the HTTP transport under many callers, and that none is taken for another: every caller has a token of its
// own, the forge behind the server answers each with who asked, and every answer must be that of its caller.
//
// usage: node http_load.mjs PROGRAM [CALLERS [CALLS]]        (200 callers and 50,000 calls in all unless given)
//
// Needs the loopback alone. Prints calls per second, latency and resident memory of the server, and beside them what the
// forge itself answers to the same number of connections. Ends with 1 when a call is lost, wrong or mixed up.

import { fork, spawn } from 'node:child_process';
import http from 'node:http';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The forge: tells in the title of an issue whose token asked for it, without the token itself. */
function forge() {
  const server = http.createServer((request, response) => {
    const who = 'asked by ' + request.headers.authorization?.match(/^token token-of-caller-(\d+)-$/)?.[1];
    const issue = JSON.stringify({
      number: 1, title: who, state: 'open', user: { login: 'alice' }, labels: [], comments: 0,
      created_at: '2026-11-30T20:20:02Z', updated_at: '2026-11-30T20:20:02Z',
      html_url: 'http://forge.example/o/r/issues/1', body: 'x'.repeat(400),
    });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(issue) });
    response.end(issue);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

/** Sends one request on a connection that is kept. */
function ask(agent, options, body) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', agent, ...options }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', chunk => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

const call = JSON.stringify({
  jsonrpc: '2.0', id: 1, method: 'tools/call',
  params: { name: 'get_issue_by_index', arguments: { owner: 'o', repo: 'r', index: 1 } },
});

/** One call through the server; what was wrong with its answer, if anything. */
async function through(agent, port, caller) {
  const token = `token-of-caller-${caller}-`;
  const headers = {
    authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream',
    'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18',
    'content-length': Buffer.byteLength(call),
  };
  const { status, text } = await ask(agent, { port, path: '/mcp', method: 'POST', headers }, call);
  if (status !== 200) return `status ${status}: ${text}`;
  const title = JSON.parse(text).result?.structuredContent?.title;
  return title === `asked by ${caller}` ? undefined : `caller ${caller} got ${title ?? text}`;
}

/** The same question put to the forge itself. */
async function direct(agent, port, caller) {
  const headers = { authorization: `token token-of-caller-${caller}-` };
  const { status } = await ask(agent, { port, path: '/api/v1/repos/o/r/issues/1', headers });
  return status === 200 ? undefined : `status ${status}`;
}

/** Lets all callers ask, each on a connection of its own, one call after the other. */
async function run(callers, calls, one) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers });
  const latencies = [];
  const problems = [];
  let left = calls;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (left-- > 0) {
        const since = performance.now();
        try {
          const problem = await one(agent, caller);
          if (problem) problems.push(problem);
        } catch (error) {
          problems.push(String(error));
        }
        latencies.push(performance.now() - since);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  latencies.sort((one, other) => one - other);
  const at = share => latencies[Math.floor((latencies.length - 1) * share)].toFixed(1);
  return { rate: Math.round(latencies.length / seconds), median: at(0.5), p99: at(0.99), count: latencies.length, problems };
}

function resident(pid) {
  return (Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024).toFixed(1);
}

async function main() {
  const [program, callers = '200', calls = '50000'] = process.argv.slice(2);
  if (!program) {
    console.error('usage: node http_load.mjs PROGRAM [CALLERS [CALLS]]');
    process.exit(2);
  }
  const behind = fork(process.argv[1], [], { env: { ...process.env, ROLE: 'forge' } });
  const forgePort = await new Promise(resolve => behind.once('message', resolve));
  const server = spawn(program, ['--transport', 'http', '--http-port', '0', '--url', `http://127.0.0.1:${forgePort}`], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let port;
  for await (const line of createInterface({ input: server.stderr })) {
    port = line.match(/listening on http:\/\/[^:]+:(\d+)/)?.[1];
    if (port) break;
  }
  const shown = (name, found) =>
    console.log(`${name}: ${found.rate} calls/s, median ${found.median} ms, p99 ${found.p99} ms, ${found.count} calls, ` +
      `${found.problems.length} wrong`);
  const many = Number(callers);
  console.log(`resident idle: ${resident(server.pid)} MB`);
  shown(`forge alone, ${many} connections`, await run(many, 20_000, (agent, caller) => direct(agent, forgePort, caller)));
  // In rounds, to see whether memory still grows.
  const rounds = 5;
  const problems = [];
  for (let round = 1; round <= rounds; round += 1) {
    const found = await run(many, Math.ceil(Number(calls) / rounds), (agent, caller) => through(agent, port, caller));
    shown(`through the server, ${many} callers, round ${round}`, found);
    console.log(`resident: ${resident(server.pid)} MB`);
    problems.push(...found.problems);
  }
  console.log(...problems.slice(0, 5));
  server.kill();
  behind.kill();
  process.exit(problems.length ? 1 : 0);
}

if (process.env.ROLE === 'forge') forge();
else await main();
