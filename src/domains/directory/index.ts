export { answerMembersIn } from './profiles/document.ts';
