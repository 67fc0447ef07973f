import { useCall, useMay } from '@qd/web-calls'
import { LoadingRows, MasterDetail, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { useUrlFilter } from '@qd/web-tables'
import { Button } from 'antd'
import { Network, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { groupTree, groupSave } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { openGroupDialog } from './group-dialog.tsx'
import { GroupPanel } from './group-panel.tsx'
import { GroupTree } from './group-tree.tsx'

const NO_FILTER = { group: '' }

/** The tree of groups on the left; what the chosen one gives and who is in it on the right. */
export default function GroupsPage(): ReactNode {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const mayEdit = useMay(groupSave)
  const [filter, change] = useUrlFilter(NO_FILTER)
  const { data, error, refetch } = useCall(
    groupTree,
    { body: {} },
    { tag: 'access:groups.title', told: 'inline' },
  )
  const [part, setPart] = useState<'list' | 'detail'>(filter.group === '' ? 'list' : 'detail')
  const choose = (group: string) => {
    change({ group })
    setPart(group === '' ? 'list' : 'detail')
  }
  // The address wins; without one the first is there to be read.
  const chosen = data?.find(({ id }, at) => (filter.group === '' ? at === 0 : id === filter.group))
  const create = () =>
    openGroupDialog({
      group: null,
      parentId: null,
      groups: data ?? [],
      onSaved: (id) => {
        choose(id)
        void refresh()
      },
    })
  const newButton = mayEdit ? (
    <Button icon={<Plus size={14} aria-hidden />} onClick={create}>
      {t('groups.new')}
    </Button>
  ) : undefined
  const list = (
    <Panel
      title={t('groups.title')}
      icon={<Network size={15} aria-hidden />}
      count={data?.length}
      actions={newButton}
    >
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={8} rowHeight={32} />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('groups.none')} hint={t('groups.noneHint')} action={newButton} />
      ) : (
        <GroupTree groups={data} chosen={chosen?.id ?? ''} onChoose={choose} />
      )}
    </Panel>
  )
  const detail =
    chosen === undefined ? (
      <Panel label={t('groups.title')}>
        <EmptyState title={t('groups.choose')} hint={t('groups.chooseHint')} />
      </Panel>
    ) : (
      <GroupPanel key={chosen.id} group={chosen} groups={data ?? []} onChoose={choose} />
    )
  return (
    <MasterDetail
      label={t('groups.title')}
      listLabel={t('groups.title')}
      detailLabel={chosen?.name ?? null}
      part={part}
      onPart={setPart}
      list={list}
      detail={detail}
      listWidth={320}
    />
  )
}
