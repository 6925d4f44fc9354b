/** The status codes of gRPC by their number. */
const names = [
  ...['OK', 'Canceled', 'Unknown', 'InvalidArgument', 'DeadlineExceeded', 'NotFound', 'AlreadyExists'],
  ...['PermissionDenied', 'ResourceExhausted', 'FailedPrecondition', 'Aborted', 'OutOfRange'],
  ...['Unimplemented', 'Internal', 'Unavailable', 'DataLoss', 'Unauthenticated'],
];

/** A call that did not succeed, in the words of gRPC. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  /** `DeadlineExceeded`. */
  readonly code: string;

  constructor(code: string, details: string, cause?: unknown) {
    super(`rpc error: code = ${code} desc = ${details}`, { cause });
    this.code = code;
  }

  static ofStatus(status: string, details: string): GrpcError {
    return new GrpcError(names[Number(status)] ?? `Code(${status})`, details);
  }
}
