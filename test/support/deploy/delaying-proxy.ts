/**
 * Passes connections on, and holds back what the other end says for a while each, as a long way does. Runs on a machine of its
 * own: node delaying-proxy.ts MILLISECONDS PORT=HOST:PORT...
 */
import { connect, createServer, type Socket } from 'node:net';

const [delay, ...ways] = process.argv.slice(2);

for (const way of ways) {
  const [, port, host, target] = /^(\d+)=(.+):(\d+)$/.exec(way)!;
  const accept = (near: Socket): void => {
    const far = connect(Number(target), host);
    near.setNoDelay();
    far.setNoDelay();
    pass(near, far, 0);
    pass(far, near, Number(delay));
  };
  createServer(accept).listen(Number(port), '127.0.0.1');
}

/** In order: timers of one length go off in the order in which they were set. */
function pass(from: Socket, to: Socket, after: number): void {
  const later = (step: () => void): void => void (after === 0 ? step() : setTimeout(step, after));
  from.on('data', (bytes) => later(() => void (to.writable && to.write(bytes))));
  from.once('end', () => later(() => to.end()));
  from.once('error', () => later(() => to.destroy()));
  from.once('close', () => later(() => to.destroySoon()));
}
