/** The parts of the browser's interface for extensions that this one uses. */
interface StorageArea {
  get(name: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(names: string | string[]): Promise<void>;
}

declare const chrome: {
  runtime: {
    id: string;
    openOptionsPage(): Promise<void>;
    sendMessage(message: unknown): Promise<unknown>;
    onMessage: {
      /** Returning true keeps the channel open until `answer` is called. */
      addListener(
        listener: (message: unknown, sender: unknown, answer: (value: unknown) => void) => boolean,
      ): void;
    };
  };
  storage: { local: StorageArea; session: StorageArea };
  tabs: { query(filter: { active: true; currentWindow: true }): Promise<{ url?: string }[]> };
};
