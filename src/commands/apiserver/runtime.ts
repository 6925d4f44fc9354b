/** The oldest Node.js that the product runs on. */
const oldestMajor = 24;

/**
 * Options of the engine. Objects of a request live for a moment, those of the caches for days: a small young
 * generation and a heap that is collected before it has doubled keep resident memory near what is stored
 * (measured with 20,000 pods: 307 MB instead of 470, for a tenth more CPU a create).
 */
const engineFlags = [
  // With 8 MB objects of requests that wait for the store are taken for old ones (measured with 25,000 watches and 350 writes a
  // second: a tenth of the CPU went into collecting; now the heap is marked half as often, for 11 MB).
  '--max-semi-space-size=16',
  '--heap-growing-percent=60',
  // Objects that are made while the caches fill live long, those that the same code makes for an answer do not: an engine that
  // learns the one treats the other so as well (measured with 5,000 pods: 145 instead of 102 us a get).
  '--no-allocation-site-pretenuring',
  // One thread beside the main one collects and compiles. Four of them wait for each other and take the cores of the
  // store (measured on two cores with etcd: a tenth more patches a second, a fifth less at p99, 9 % faster starts).
  '--v8-pool-size=1',
];

/**
 * Makes sure that the program runs as it should: flags of the engine count only at the start of a process, so the
 * process replaces itself, once, by the same program with the flags. It keeps its id and its open files.
 */
export function ensureRuntime(script: string): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestMajor) {
    process.stderr.write(
      `apiserver: needs Node.js ${oldestMajor} or newer, this is ${process.version}; npm start runs the right one\n`,
    );
    process.exit(1);
  }
  const missing = engineFlags.filter(
    (flag) => !process.execArgv.some((given) => given.startsWith(flag.split('=')[0]!)),
  );
  // Not everywhere is there a way to do it; then it runs with more memory.
  if (missing.length === 0 || typeof process.execve !== 'function') return;
  // That this way is called experimental is of no use to an operator.
  process.removeAllListeners('warning');
  const parameters = [process.execPath, ...process.execArgv, ...missing, script, ...process.argv.slice(2)];
  process.execve(process.execPath, parameters);
}
