// The page of every address that has none.
export { NotFound as default } from './error-page.tsx'
