import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { busyboxPath } from './parts.ts';

/** Images that a node has from the start: no registry is asked. */
export const images = {
  pause: 'cluster.test/pause:1',
  /** Shells, a web server and a client: busybox. */
  tools: 'cluster.test/tools:1',
  /** The same with another VERSION in its environment. */
  newTools: 'cluster.test/tools:2',
} as const;

interface Image {
  name: string;
  command: string[];
  version: string;
}

const shell = (script: string): string[] => ['/bin/sh', '-c', script];

const all: Image[] = [
  {
    name: images.pause,
    command: shell("trap 'exit 0' TERM INT; while :; do sleep 3600 & wait $!; done"),
    version: '1',
  },
  { name: images.tools, command: shell('sleep 3600'), version: '1' },
  { name: images.newTools, command: shell('sleep 3600'), version: '2' },
];

/** Writes an archive with all images, as `ctr images import` reads it. Returns its path. */
export function writeImages(folder: string): string {
  const layout = join(folder, 'layout');
  mkdirSync(join(layout, 'blobs/sha256'), { recursive: true });
  const layer = keep(layout, makeLayer(folder));
  const manifests = all.map((image) => ({
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    ...keep(layout, manifestOf(image, layer, layout)),
    annotations: { 'io.containerd.image.name': image.name },
  }));
  writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  writeFileSync(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests }));
  const archive = join(folder, 'images.tar');
  execFileSync('tar', ['--create', `--file=${archive}`, `--directory=${layout}`, '.']);
  return archive;
}

interface Blob {
  digest: string;
  size: number;
}

function keep(layout: string, content: Buffer | object): Blob {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const hash = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(layout, 'blobs/sha256', hash), bytes);
  return { digest: `sha256:${hash}`, size: bytes.length };
}

function manifestOf({ command, version }: Image, layer: Blob, layout: string): object {
  const config = {
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: { Cmd: command, Env: ['PATH=/bin', `VERSION=${version}`] },
    // Of a layer that is not compressed, both digests are the same.
    rootfs: { type: 'layers', diff_ids: [layer.digest] },
  };
  return {
    schemaVersion: 2,
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...keep(layout, config) },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...layer }],
  };
}

/** The static busybox with a link for each of its commands. */
function makeLayer(folder: string): Buffer {
  const root = join(folder, 'root');
  for (const one of ['bin', 'etc', 'tmp', 'root', 'dev', 'proc', 'sys'])
    mkdirSync(join(root, one), { recursive: true });
  const busybox = busyboxPath();
  copyFileSync(busybox, join(root, 'bin/busybox'));
  const commands = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const command of commands)
    if (command !== 'busybox') symlinkSync('busybox', join(root, 'bin', command));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nuser:x:1000:1000::/tmp:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nuser:x:1000:\n');
  const archive = join(folder, 'layer.tar');
  const sameForAll = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', [
    '--create',
    `--file=${archive}`,
    `--directory=${root}`,
    ...sameForAll,
    '--mode=a+rwX',
    '.',
  ]);
  return readFileSync(archive);
}
