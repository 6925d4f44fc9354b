import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The Chromium of the machine: $CHROMIUM, or that of Debian (`apt-get install chromium`). */
const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The reason why there is no browser to test with; undefined where there is one. */
export const missingBrowser: string | undefined = existsSync(program)
  ? undefined
  : `there is no ${program}: install the package chromium, or set CHROMIUM to the path of one`;

/** As root, as in containers, Chromium has no sandbox. */
export const startBrowser = (...flags: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...flags] : flags,
  });
