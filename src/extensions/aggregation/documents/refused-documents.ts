import { AnswerTooLong, BackendError } from '../backend/backend-call.ts';

/** Says once why a document of another server is not used, and again when there is another reason. */
export class RefusedDocuments {
  readonly #what: string;
  readonly #report: (message: string) => void;
  /** By the name of whose it is. */
  readonly #reasons = new Map<string, string>();

  /** `what`: the kind of document, for the message. */
  constructor(what: string, report: (message: string) => void) {
    this.#what = what;
    this.#report = report;
  }

  failed(name: string, error: Error): void {
    // The status of the APIService says that its server does not answer.
    if (error instanceof BackendError && !(error.cause instanceof AnswerTooLong)) return;
    if (this.#reasons.get(name) === error.message) return;
    this.#reasons.set(name, error.message);
    this.#report(`${this.#what} of ${name} is not used: ${error.message}`);
  }

  accepted(name: string): void {
    this.#reasons.delete(name);
  }
}
