const codeNames = [
  ...['OK', 'Canceled', 'Unknown', 'InvalidArgument', 'DeadlineExceeded', 'NotFound', 'AlreadyExists'],
  ...['PermissionDenied', 'ResourceExhausted', 'FailedPrecondition', 'Aborted', 'OutOfRange'],
  ...['Unimplemented', 'Internal', 'Unavailable', 'DataLoss', 'Unauthenticated'],
];

/** The gRPC status codes that are handled. */
export const GrpcCode = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  failedPrecondition: 9,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** The error of a gRPC call. */
export class RpcError extends Error {
  readonly code: number;
  readonly details: string;

  constructor(code: number, details: string, cause?: unknown) {
    super(details, { cause });
    this.name = 'RpcError';
    this.code = code;
    this.details = details;
  }

  /** `DeadlineExceeded`. */
  get codeName(): string {
    return codeNames[this.code] ?? `Code(${this.code})`;
  }
}
