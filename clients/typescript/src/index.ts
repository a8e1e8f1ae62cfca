export * from './api.generated.ts';
export * from './client.ts';
export * from './contactry-error.ts';
export * from './errors.generated.ts';
