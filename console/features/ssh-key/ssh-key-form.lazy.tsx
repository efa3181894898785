// The SSH key form that other forms open on demand. The page for a new key imports ssh-key-form.tsx itself.
export { SshKeyForm } from './ssh-key-form.tsx'
