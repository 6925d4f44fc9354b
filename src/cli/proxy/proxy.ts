import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { PassOn } from '../shared/local/pass-on.ts';
import { upgradeTarget } from '../shared/pods/conversation.ts';
import { RequestFilter } from './request-filter.ts';
import { sendFile } from './static-files.ts';

export const proxy: Command = {
  usage: 'proxy [--port=PORT] [--www=static-dir] [--www-prefix=prefix] [--api-prefix=prefix] [flags]',
  details:
    'It listens without authentication, and forwards requests with the credentials of the user.\n\nEvery client that reaches the address acts as the user; consider that before you let it listen beyond this machine.',
  examples: [
    'orchctl proxy --port=8011',
    '',
    '# Listen on a free port, and serve a directory of static files beside the API',
    'orchctl proxy --port=0 --www=./pages --api-prefix=/cluster',
  ],
  flags: [
    {
      name: 'port',
      short: 'p',
      type: 'integer',
      default: '8001',
      description: 'Port to listen on; 0 for one that is free',
    },
    { name: 'address', type: 'text', default: '127.0.0.1', description: 'IP address to listen on' },
    {
      name: 'unix-socket',
      short: 'u',
      type: 'text',
      description: 'Path of a socket to listen on in place of a port',
    },
    { name: 'api-prefix', type: 'text', default: '/', description: 'Path prefix of the API' },
    { name: 'www', short: 'w', type: 'text', description: 'Directory of static files to serve' },
    {
      name: 'www-prefix',
      short: 'P',
      type: 'text',
      default: '/static/',
      description: 'Path prefix of the static files',
    },
    {
      name: 'accept-hosts',
      type: 'text',
      default: '^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$',
      description: 'Regular expressions of hosts to accept',
    },
    {
      name: 'accept-paths',
      type: 'text',
      default: '^.*',
      description: 'Regular expressions of paths to accept',
    },
    {
      name: 'reject-paths',
      type: 'text',
      default: '^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach',
      description: 'Regular expressions of paths to reject',
    },
    {
      name: 'reject-methods',
      type: 'text',
      default: '^$',
      description: 'Regular expressions of methods to reject',
    },
    {
      name: 'disable-filter',
      type: 'boolean',
      description: 'Accept all requests: dangerous where others reach the port',
    },
    {
      name: 'append-server-path',
      type: 'boolean',
      hidden: true,
      description: 'Append the path of the server in any case',
    },
    {
      name: 'keepalive',
      type: 'duration',
      default: '0s',
      hidden: true,
      description: 'Keep-alive period; 0 for that of the system',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host } = context;
  const prefix = `/${flags.text('api-prefix').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  const isOpen = flags.boolean('disable-filter');
  if (isOpen && flags.text('unix-socket') === '') {
    host.err.line('Request filter disabled, your proxy is vulnerable to XSRF attacks, please be cautious');
  }
  const filter = isOpen
    ? undefined
    : new RequestFilter({
        acceptHosts: flags.text('accept-hosts'),
        acceptPaths: flags.text('accept-paths'),
        rejectPaths: flags.text('reject-paths'),
        rejectMethods: flags.text('reject-methods'),
      });
  const passOn = new PassOn(await upgradeTarget(session));
  const interrupted = host.interruption();
  const server = createServer();
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  serve(server, passOn, { filter, prefix, www: flags.text('www'), wwwPrefix: flags.text('www-prefix') });
  try {
    host.out.line(`Starting to serve on ${await listen(server, context)}`);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
    passOn[Symbol.dispose]();
  }
}

interface Places {
  filter: RequestFilter | undefined;
  prefix: string;
  www: string;
  wwwPrefix: string;
}

function serve(server: Server, passOn: PassOn, { filter, prefix, www, wwwPrefix }: Places): void {
  const isAccepted = ({ method = '', headers, url = '/' }: IncomingMessage): boolean =>
    filter === undefined || filter.accepts(method, headers.host ?? '', url);
  const apiPath = (url: string): string | undefined =>
    url.startsWith(prefix) ? `/${url.slice(prefix.length)}` : undefined;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    if (!isAccepted(request))
      return void response.writeHead(403, { 'content-type': 'text/plain' }).end('Forbidden\n');
    if (www !== '' && url.startsWith(wwwPrefix)) {
      return void sendFile(response, www, url.slice(wwwPrefix.length).replace(/[?#].*/, ''));
    }
    const path = apiPath(url);
    if (path === undefined)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
    void passOn.request(request, response, path);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = apiPath(request.url ?? '/');
    if (path !== undefined && isAccepted(request)) return void passOn.upgrade(request, socket, head, path);
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  });
}

/** The place where it listens. */
async function listen(server: Server, { flags }: CommandContext): Promise<string> {
  const socket = flags.text('unix-socket');
  if (socket !== '' && flags.has('port'))
    throw new CliError('cannot set --unix-socket and --port at the same time');
  const place =
    socket === '' ? { host: flags.text('address'), port: flags.integer('port') } : { path: socket };
  server.listen(place);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CliError((error as Error).message, 1, { cause: error });
  }
  if (socket !== '') return socket;
  const { address, port } = server.address() as AddressInfo;
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
