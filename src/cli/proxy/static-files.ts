import { createReadStream, realpathSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Sends a file of a directory, and never one outside it. */
export async function sendFile(response: ServerResponse, directory: string, path: string): Promise<void> {
  const file = fileAt(directory, path);
  if (file === undefined)
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  await pipeline(createReadStream(file), response).catch(() => response.destroy());
}

function fileAt(directory: string, path: string): string | undefined {
  try {
    const root = realpathSync(directory);
    const asked = realpathSync(join(root, decodeURIComponent(path)));
    if (asked !== root && !asked.startsWith(`${root}${sep}`)) return undefined;
    const file = statSync(asked).isDirectory() ? join(asked, 'index.html') : asked;
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
