export { answerMembersIn, documentOf } from './profiles/document.ts';
