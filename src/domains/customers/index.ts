export { journeySource } from './journey/journey-source.ts';
