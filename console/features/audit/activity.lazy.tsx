// The activity for pages that show it on demand. The pages and tabs of the routes import activity.tsx itself.
export { Activity } from './activity.tsx'
