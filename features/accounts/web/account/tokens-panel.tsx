import { textOf, useKitText, useTexts } from '@qd/web-base'
import { queryClient, queryKeyOf, useCall, useSend } from '@qd/web-calls'
import { ConfirmButton, Item, ItemList, LoadingRows, Panel, Time } from '@qd/web-controls'
import { DialogActions, EmptyState, ErrorState, openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { KeySquare, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { listTokens, revokeToken } from '../../contract/index.ts'
import type { ApiToken } from '../../contract/index.ts'
import '../texts.ts'
import { openTokenDialog } from './token-dialog.tsx'
import { rightsCount } from './token-rights.ts'

function Revoke({ token, close }: { token: ApiToken; close: () => void }): ReactNode {
  const t = useTexts('accounts')
  const kit = useKitText()
  const revoke = useSend(revokeToken, { tag: 'accounts:tokens.revoke', told: 'toast' })
  const onRevoke = () =>
    revoke.mutate(
      { body: { tokenId: token.id } },
      {
        onSuccess: () => {
          toast.success(t('tokens.revoked'))
          close()
        },
        onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeyOf(listTokens) }),
      },
    )
  return (
    <>
      <p>{t('tokens.revokeAsk', { name: token.name })}</p>
      <DialogActions>
        <Button onClick={close}>{kit('cancel')}</Button>
        <ConfirmButton danger loading={revoke.isPending} onClick={onRevoke}>
          {t('tokens.revoke')}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

function TokenRow({ token }: { token: ApiToken }): ReactNode {
  const t = useTexts('accounts')
  const places = token.grants.map(({ scope }) => (scope === '*' ? t('tokens.everywhere') : scope)).join(', ')
  const ask = () =>
    openDialog(({ close }) => <Revoke token={token} close={close} />, {
      title: textOf('accounts', 'tokens.revoke'),
      width: 400,
      danger: true,
    })
  return (
    <Item
      title={token.name}
      facts={[
        [t('tokens.expires'), <Time key="expires" at={token.expiresAt} />],
        [
          t('tokens.lastUsed'),
          token.lastUsedAt === null ? t('tokens.never') : <Time key="used" at={token.lastUsedAt} />,
        ],
      ]}
      buttons={
        <Button size="small" danger onClick={ask} aria-label={`${t('tokens.revoke')} ${token.name}`}>
          {t('tokens.revoke')}
        </Button>
      }
    >
      <span>
        {places} · {t('tokens.count', { total: rightsCount(token) })}
        {token.actsAlone ? ` · ${t('tokens.actsAlone')}` : ''}
      </span>
    </Item>
  )
}

/** Tokens for programs that act with a part of one's rights. */
export function TokensPanel(): ReactNode {
  const t = useTexts('accounts')
  const tokens = useCall(listTokens, {}, { tag: 'accounts:tokens.title', told: 'inline' })
  const list = tokens.data
  const create = (
    <Button size="small" icon={<Plus size={15} aria-hidden />} onClick={openTokenDialog}>
      {t('tokens.create')}
    </Button>
  )
  return (
    <Panel
      title={t('tokens.title')}
      icon={<KeySquare size={15} aria-hidden />}
      count={list?.length}
      actions={list === undefined || list.length === 0 ? undefined : create}
    >
      {tokens.isError ? (
        <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />
      ) : list === undefined ? (
        <LoadingRows rows={2} />
      ) : list.length === 0 ? (
        <EmptyState title={t('tokens.empty')} hint={t('tokens.hint')} action={create} />
      ) : (
        <ItemList>
          {list.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ItemList>
      )}
    </Panel>
  )
}
