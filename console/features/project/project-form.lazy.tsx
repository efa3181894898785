// The project form for pages that open it on demand. The page for a new project imports project-form.tsx itself.
export { ProjectForm } from './project-form.tsx'
