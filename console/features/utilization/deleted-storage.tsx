// What deleted resources take up until they are removed for good: it counts toward the quota, beside what is provisioned.
import { deletedUsage } from '../../deleted-queries.ts'
import { TextLink } from '../../frame/link.tsx'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { useLoad } from '../../use-api.ts'
import { storageText } from '../../util/format.ts'

/** Nothing if there is none, and on hosts without our additions. */
export function DeletedStorage() {
  const { user } = useMe()
  const { data } = useLoad(deletedUsage(user.siloName), { optional: true })
  if (data?.type !== 'success' || data.data.storage === 0) return null
  return (
    <p className="text-sm text-muted">
      {storageText(data.data.storage)} of deleted resources count toward the storage quota too, until they are removed
      for good. The oldest give way when the quota is full.{' '}
      <TextLink to={paths.siloDeleted()}>Recently deleted</TextLink>
    </p>
  )
}
