export { refusalOf } from './refusal-of.ts';
