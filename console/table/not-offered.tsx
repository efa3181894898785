// In place of a list that only hosts of our own have.
import { EmptyState } from '../ui/display/empty-state.tsx'

export const NotOffered = () => (
  <EmptyState title="Not available on this host" text="The API host does not offer this list." />
)
