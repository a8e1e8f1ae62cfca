/** The paths that a door's path stands for: `/api/v1/jobs/{job_id}` for each job's. */
export const pathForm = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
