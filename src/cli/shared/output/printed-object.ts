/** An object or a List of objects, as the server or a file has it. */
export interface PrintedObject {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string; resourceVersion?: string; labels?: unknown; managedFields?: unknown };
  items?: readonly PrintedObject[];
  [field: string]: unknown;
}

/** The text of one object, with its end of line where the format has one. Throws CliError. */
export type PrintObject = (object: PrintedObject) => string;
