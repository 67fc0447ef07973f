import { textOf } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import { Item, ItemList, LoadingRows, Panel, Tag } from '@qd/web-controls'
import { ErrorState, openConfirm, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { UserLock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { giveBackRight, ownRights } from '../../contract/index.ts'
import { grantKey } from '../grants/grant-key.ts'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { GrantWords } from '../words/grant-words.tsx'
import styles from './asking.module.css'
import { openAskDialog } from './open-ask-dialog.tsx'

type OwnRight = RouteReply<typeof ownRights>[number]

function askToGiveBack(right: OwnRight, refresh: () => Promise<void>): void {
  const { role, scope, environment, resource } = right
  openConfirm({
    title: textOf('access', 'ask.giveBack'),
    text: (
      <>
        <p className={styles.hint}>{textOf('access', 'ask.giveBackAsk')}</p>
        <GrantWords grant={right} />
      </>
    ),
    action: textOf('access', 'ask.giveBack'),
    async run() {
      const body = { role, scope, environment, ...(resource === undefined ? {} : { resource }) }
      await call(giveBackRight, { body }, { tag: 'access:ask.giveBack', told: 'form' })
      toast.success(textOf('access', 'ask.givenBack'))
      await refresh()
    },
  })
}

function Right({ right }: { right: OwnRight }): ReactNode {
  const t = useAccessTexts()
  const refresh = useRefresh()
  return (
    <Item
      title={<GrantWords grant={right} />}
      buttons={
        right.mayGiveBack ? (
          <Button size="small" onClick={() => askToGiveBack(right, refresh)}>
            {t('ask.giveBack')}
          </Button>
        ) : null
      }
    >
      <span>
        <Tag tone={right.group === null ? 'neutral' : 'theme'}>
          {right.group === null ? t('rights.own') : t('rights.byGroup', { name: right.group.name })}
        </Tag>
      </span>
    </Item>
  )
}

/** On the page of the own account: what one holds, until when, why; more is asked for here. */
export default function OwnRightsPanel(): ReactNode {
  const t = useAccessTexts()
  const found = useCall(ownRights, { body: {} }, { tag: 'access:ask.mine', told: 'inline' })
  const { data } = found
  return (
    <Panel
      title={t('ask.mine')}
      icon={<UserLock size={15} aria-hidden />}
      {...(data === undefined ? {} : { count: data.length })}
      actions={
        <Button size="small" onClick={() => void openAskDialog()}>
          {t('ask.do')}
        </Button>
      }
    >
      {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {data === undefined && !found.isError ? <LoadingRows rows={2} /> : null}
      {data?.length === 0 ? <p className={styles.none}>{t('ask.noneHeld')}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <ItemList>
          {data.map((right) => (
            <Right key={`${right.group?.id ?? ''} ${grantKey(right)}`} right={right} />
          ))}
        </ItemList>
      )}
    </Panel>
  )
}
