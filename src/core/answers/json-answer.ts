/** An answer that the operation has written as JSON itself. It is parsed only for those who ask for its value. */
export class JsonAnswer<Value> {
  /** Empty for an answer without a body. */
  readonly json: string;
  readonly status: number;

  constructor(json: string, status = 200) {
    this.json = json;
    this.status = status;
  }

  get value(): Value {
    return JSON.parse(this.json) as Value;
  }
}

export const parsedAnswer = <Value extends object>(answer: Value | JsonAnswer<Value>): Value =>
  answer instanceof JsonAnswer ? answer.value : answer;
