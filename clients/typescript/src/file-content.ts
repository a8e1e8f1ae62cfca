/** What can be sent as a file. A stream is sent once: a call with one is not repeated. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;
