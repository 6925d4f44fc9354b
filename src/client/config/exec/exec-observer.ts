export type ExecCallStatus =
  | 'no_error'
  | 'plugin_execution_error'
  | 'plugin_not_found_error'
  | 'client_internal_error';

/** Hears of the runs of programs that give credentials. */
export interface ExecObserver {
  /** `code`: with which the program ended; 1 when it could not be started. */
  called(code: number, status: ExecCallStatus): void;
  /** The certificate that the program gave last ends then, in milliseconds; it gave none when undefined. */
  certificate(program: object, end: number | undefined): void;
  /** Another certificate is used; the one before began then. */
  replaced(begin: number): void;
}
