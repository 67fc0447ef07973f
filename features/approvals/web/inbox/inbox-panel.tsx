import { formatQuantity } from '@qd/web-base'
import { Kbd, ListSearch, LoadingRows, MenuButton, Panel, SegmentedControl, useNow } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { useKitText } from '@qd/web-base'
import { Button } from 'antd'
import { Ellipsis, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApprovalView } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxRow } from './inbox-row.tsx'
import styles from './inbox.module.css'
import { useCounts } from './use-counts.ts'
import { BOXES } from './use-inbox.ts'
import type { Box } from './use-inbox.ts'
import type { InboxState } from './use-inbox-state.ts'
import { useManageItems } from './use-manage-items.tsx'

interface PartProps {
  title: string
  rows: readonly ApprovalView[]
  chosen: string
  onChoose: (id: string) => void
}

function Part({ title, rows, chosen, onChoose }: PartProps): ReactNode {
  const now = useNow(60_000)
  return (
    <section aria-label={title}>
      <h3 className={styles.part}>
        {title}
        <span>{formatQuantity(rows.length)}</span>
      </h3>
      <ul className={styles.rows}>
        {rows.map((request) => (
          <InboxRow
            key={request.id}
            request={request}
            now={now}
            isChosen={request.id === chosen}
            onChoose={() => onChoose(request.id)}
          />
        ))}
      </ul>
    </section>
  )
}

function Rows({ state, onChoose }: { state: InboxState; onChoose: (id: string) => void }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const { open, decided, box, search, chosen, isFiltered } = state
  const isNarrowed = isFiltered || search !== ''
  if (open.rows === undefined) {
    if (open.error === null) return <LoadingRows rows={6} rowHeight={84} />
    return <ErrorState error={open.error} onRetry={open.reload} />
  }
  const isEmpty = open.rows.length === 0
  return (
    <>
      {isEmpty ? (
        <EmptyState
          title={t(isNarrowed ? 'inbox.notFound' : `inbox.empty.${box}`)}
          hint={isNarrowed ? undefined : t(`inbox.emptyHint.${box}`)}
        />
      ) : (
        <Part title={t(`inbox.part.${box}`)} rows={open.rows} chosen={chosen} onChoose={onChoose} />
      )}
      {open.loadMore === undefined ? null : (
        <p className={styles.more}>
          <Button size="small" loading={open.isLoadingMore} onClick={open.loadMore}>
            {kit('table.more')}
          </Button>
        </p>
      )}
      {decided.length === 0 ? null : (
        <Part title={t('inbox.part.decided')} rows={decided} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  )
}

/** What waits for the reader, what they handed in, what they watch. */
export function InboxPanel({ state, onChoose }: { state: InboxState; onChoose: (id: string) => void }) {
  const t = useApprovalsTexts()
  const counts = useCounts()
  const items = useManageItems()
  const countOf: Record<Box, number | undefined> = {
    to_decide: counts?.toDecide,
    mine: counts?.mine,
    watching: counts?.watching,
  }
  const segments = BOXES.map((value) => ({
    value,
    label: (
      <>
        {t(`inbox.${value}`)}
        {countOf[value] ? <span className={styles.number}>{formatQuantity(countOf[value])}</span> : null}
      </>
    ),
  }))
  return (
    <Panel
      title={t('title')}
      icon={<Inbox size={15} aria-hidden />}
      className={styles.panel}
      actions={
        <MenuButton label={t('manage.open')} items={items}>
          <Ellipsis size={16} aria-hidden />
        </MenuButton>
      }
      status={
        <>
          <span>{t('inbox.total', { count: (state.open.rows?.length ?? 0) + state.decided.length })}</span>
          <span className={styles.keys} aria-hidden>
            <Kbd>J</Kbd>
            <Kbd>K</Kbd>
            {t('keys.move')}
            <Kbd>Enter</Kbd>
            {t('keys.open')}
          </span>
        </>
      }
    >
      {counts?.isOn === false ? <p className={styles.off}>{t('offBanner')}</p> : null}
      <div className={styles.head}>
        <SegmentedControl<Box>
          label={t('title')}
          value={state.box}
          segments={segments}
          onChange={state.setBox}
          isBlock
        />
      </div>
      <ListSearch label={t('inbox.search')} value={state.search} onChange={state.setSearch} />
      <InboxFilters state={state} />
      <Rows state={state} onChoose={onChoose} />
    </Panel>
  )
}
