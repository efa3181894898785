// The user's access tokens: created here, or by devices that the user signed in.
import { Ticket } from '@lucide/icons'
import { apiAction, copyIdAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { useData } from '../../use-api.ts'
import { everyAccessToken } from './access-token-queries.ts'
import { revocation, scopeWords, tokenColumns, tokenName, type AccessToken } from './token-columns.tsx'

const actions = (token: AccessToken): Action[] => [
  copyIdAction(token.id),
  apiAction({
    ...revocation(token),
    operation: 'current_user_access_token_delete',
    params: { path: { tokenId: token.id } },
  }),
]

export default function AccessTokenListPage() {
  const { items } = useData(everyAccessToken())
  return (
    <WholeListPage
      title="Access tokens"
      icon={Ticket}
      docs="access-tokens"
      create={[{ label: 'Create access token', to: paths.accessTokensNew() }]}
      label="access tokens"
      text={(token) => [tokenName(token), ...scopeWords(token)].join(' ')}
      columns={tokenColumns}
      rows={items.toSorted((a, b) => b.timeCreated.getTime() - a.timeCreated.getTime())}
      rowKey={({ id }) => id}
      rowLabel={tokenName}
      actions={actions}
      empty="Create a token for a program that uses the API on your behalf."
    />
  )
}
