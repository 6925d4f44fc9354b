import {
  type FieldError,
  type FieldPath,
  forbidden,
  notSupported,
} from '../../../api/validation/field-errors.ts';
import type { ContainerContext } from './options.ts';

const windowsSignals = ['SIGKILL', 'SIGTERM'];

const linuxSignals = [
  ...'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS'.split(
    ' ',
  ),
  ...'TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN RTMAX'.split(' '),
  ...Array.from({ length: 15 }, (_, index) => `RTMIN+${index + 1}`),
  ...Array.from({ length: 14 }, (_, index) => `RTMAX-${index + 1}`),
]
  .map((name) => `SIG${name}`)
  .sort();

/** The signal by which a container is asked to stop, which its system has to know. */
export function validateStopSignal(
  signal: string,
  path: FieldPath,
  { spec: { os } }: ContainerContext,
): FieldError[] {
  switch (os?.name) {
    case undefined:
    case '':
      return [forbidden(path, 'may not be set for containers with empty `spec.os.name`')];
    case 'linux':
      return linuxSignals.includes(signal) ? [] : [notSupported(path, signal, linuxSignals)];
    case 'windows':
      return windowsSignals.includes(signal) ? [] : [notSupported(path, signal, windowsSignals)];
    default:
      return [];
  }
}
