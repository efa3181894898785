// The form for a new instance, filled in from another.
import { useData } from '../../use-api.ts'
import { InstanceForm } from './form/instance-form.tsx'
import { likeness, likeQuery } from './form/like.ts'

export function SimilarInstanceForm({ project, like }: { project: string; like: string }) {
  const original = useData(likeQuery(project, like))
  const valuesFor = (offer: Parameters<typeof likeness>[1]) => likeness(original, offer)
  return <InstanceForm project={project} like={{ name: original.instance.name, valuesFor }} />
}
