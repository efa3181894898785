// In place of a value that loads after the page: a skeleton, or a word if it could not be loaded.
import { Skeleton } from './skeleton.tsx'

export const Late = ({ failed, className }: { failed: boolean; className: string }) =>
  failed ? <span className="text-muted">Unavailable</span> : <Skeleton className={className} />
