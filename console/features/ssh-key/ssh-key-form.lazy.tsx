// The SSH key form for pages that open it on demand. The page for a new key imports ssh-key-form.tsx itself.
export { SshKeyForm } from './ssh-key-form.tsx'
