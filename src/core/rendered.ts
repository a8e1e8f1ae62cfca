/** An answer (status 200) that the operation has written as JSON itself. It is parsed only for those who ask for its value. */
export class Rendered<Value> {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  get value(): Value {
    return JSON.parse(this.json) as Value;
  }
}
