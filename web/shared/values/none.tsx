/** Nothing to show. On a phone it is left out of a row. */
export const None = () => <span class="none">–</span>;
