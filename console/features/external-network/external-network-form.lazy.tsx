// The form for an external network, for pages that open it over themselves.
export { ExternalNetworkForm } from './external-network-form.tsx'
