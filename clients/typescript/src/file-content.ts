/** The content of a file to send. A call with a stream isn't repeated, since a stream can be read only once. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;
