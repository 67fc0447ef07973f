import { call, useMay } from '@qd/web-calls'
import { MenuButton, Panel } from '@qd/web-controls'
import { openConfirm } from '@qd/web-frame'
import type { MenuItem } from '@qd/web-controls'
import { Button } from 'antd'
import { EllipsisVertical, FolderPlus, PencilLine, Plus, Trash2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { groupDelete, groupGrants, groupSave } from '../../contract/index.ts'
import type { GroupView, RoleGrant } from '../../contract/index.ts'
import { GrantList } from '../grants/grant-list.tsx'
import { useGrantChange } from '../grants/use-grant-change.tsx'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import sections from '../sections.module.css'
import { openGroupDialog } from './group-dialog.tsx'
import { GroupMembers } from './group-members.tsx'
import styles from './groups.module.css'

interface GroupPanelProps {
  group: GroupView
  groups: readonly GroupView[]
  onChoose: (id: string) => void
}

/** Groups above, the nearest first. */
function above(groups: readonly GroupView[], group: GroupView): GroupView[] {
  const parent = groups.find(({ id }) => id === group.parentId)
  return parent === undefined ? [] : [parent, ...above(groups, parent)]
}

function Grants({ group, groups }: Omit<GroupPanelProps, 'onChoose'>): ReactNode {
  const t = useAccessTexts()
  const mayAssign = useMay(groupGrants)
  const send = (change: { give: RoleGrant[]; take: RoleGrant[] }) =>
    call(
      groupGrants,
      { body: { groupId: group.id, ...change } },
      { tag: 'access:groups.grants', told: 'form' },
    )
  const { give, take, end } = useGrantChange({
    name: group.name,
    question: t('grant.takeAskGroup', { name: group.name }),
    send,
  })
  return (
    <section className={sections.section}>
      <h3>
        {t('groups.grants')}
        {mayAssign ? (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={give}>
            {t('grant.give')}
          </Button>
        ) : null}
      </h3>
      <GrantList
        grants={group.grants}
        none={t('groups.givesNothing')}
        {...(mayAssign ? { onTake: take, onEnd: end } : {})}
      />
      {above(groups, group)
        .filter(({ grants }) => grants.length > 0)
        .map((parent) => (
          <div key={parent.id}>
            <p className={styles.above}>{t('groups.from', { name: parent.name })}</p>
            <GrantList grants={parent.grants} none="" />
          </div>
        ))}
    </section>
  )
}

function useGroupActions({ group, groups, onChoose }: GroupPanelProps): MenuItem[] {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const mayEdit = useMay(groupSave)
  const saved = (id: string) => {
    onChoose(id)
    void refresh()
  }
  const remove = () =>
    openConfirm({
      title: t('groups.delete'),
      text: t('groups.deleteAsk', { name: group.name }),
      action: t('groups.delete'),
      run: async () => {
        await call(
          groupDelete,
          { body: { groupId: group.id } },
          { tag: 'access:groups.delete', told: 'form' },
        )
        onChoose('')
        await refresh()
      },
    })
  const items: (MenuItem | false)[] = [
    mayEdit &&
      group.mayChangeMembers && {
        key: 'below',
        label: t('groups.newBelow'),
        icon: <FolderPlus size={15} aria-hidden />,
        onSelect: () => openGroupDialog({ group: null, parentId: group.id, groups, onSaved: saved }),
      },
    group.mayEdit && {
      key: 'edit',
      label: t('groups.edit'),
      icon: <PencilLine size={15} aria-hidden />,
      onSelect: () => openGroupDialog({ group, parentId: group.parentId, groups, onSaved: saved }),
    },
    group.mayEdit && {
      key: 'delete',
      label: t('groups.delete'),
      icon: <Trash2 size={15} aria-hidden />,
      isSeparated: true,
      onSelect: remove,
    },
  ]
  return items.filter((item) => item !== false)
}

/** One group: what it gives, who is in it. */
export function GroupPanel({ group, groups, onChoose }: GroupPanelProps): ReactNode {
  const t = useAccessTexts()
  const items = useGroupActions({ group, groups, onChoose })
  return (
    <Panel
      title={group.name}
      icon={<UsersRound size={15} aria-hidden />}
      status={group.externalName === '' ? undefined : t('groups.mappedTo', { name: group.externalName })}
      actions={
        items.length === 0 ? undefined : (
          <MenuButton label={t('groups.actions', { name: group.name })} items={items}>
            <EllipsisVertical size={15} aria-hidden />
          </MenuButton>
        )
      }
    >
      <Grants group={group} groups={groups} />
      <GroupMembers group={group} />
    </Panel>
  )
}
