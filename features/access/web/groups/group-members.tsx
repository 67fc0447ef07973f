import { userList } from '@qd/accounts/contract'
import { call, useCall, useMay } from '@qd/web-calls'
import { IconButton, LoadingRows } from '@qd/web-controls'
import { ErrorState, toast } from '@qd/web-frame'
import { Select } from 'antd'
import { CalendarClock, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { groupChangeMembers, groupMembers } from '../../contract/index.ts'
import type { GroupView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { openEndDialog } from '../grants/end-dialog.tsx'
import { useRefresh } from '../use-refresh.ts'
import { Ends } from '../words/ends.tsx'
import sections from '../sections.module.css'
import styles from './groups.module.css'

const FOUND_AT_ONCE = 20

/** Finds somebody by name and takes them in. */
function MemberAdder({
  isMember,
  onAdd,
}: {
  isMember: (id: string) => boolean
  onAdd: (id: string) => void
}): ReactNode {
  const t = useAccessTexts()
  const [search, setSearch] = useState('')
  const found = useCall(
    userList,
    { body: { ...(search === '' ? {} : { search }), page: 1, pageSize: FOUND_AT_ONCE } },
    { tag: 'access:groups.addMember', told: 'toast', keepsPrevious: true },
  )
  return (
    <Select<string>
      className={sections.search}
      aria-label={t('groups.addMember')}
      placeholder={t('groups.addMember')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      value={null as unknown as string}
      options={(found.data?.list ?? [])
        .filter(({ id, isSelf }) => !isSelf && !isMember(id))
        .map(({ id, name, username }) => ({ value: id, label: `${name} (${username})` }))}
      onChange={onAdd}
    />
  )
}

interface Change {
  join?: string[]
  leave?: string[]
  until?: number
}

/** Who is in a group; people join and leave at once. */
export function GroupMembers({ group }: { group: GroupView }): ReactNode {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const maySeeUsers = useMay(userList)
  const { data, error, refetch } = useCall(
    groupMembers,
    { body: { groupId: group.id } },
    { tag: 'access:groups.members', told: 'inline' },
  )
  const change = async (part: Change) => {
    await call(
      groupChangeMembers,
      { body: { groupId: group.id, join: [], leave: [], ...part } },
      { tag: 'access:groups.members', told: 'toast' },
    )
    toast.success(t('groups.membersChanged', { name: group.name }))
    await refresh()
  }
  // The call has shown its failure.
  const run = (part: Change) => void change(part).catch(() => undefined)
  return (
    <section className={sections.section}>
      <h3>
        {t('groups.members')}
        {group.mayChangeMembers && maySeeUsers ? (
          <MemberAdder
            isMember={(id) => data?.some((member) => member.id === id) === true}
            onAdd={(id) => run({ join: [id] })}
          />
        ) : null}
      </h3>
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={3} rowHeight={32} />
        )
      ) : data.length === 0 ? (
        <p className={sections.hint}>{t('groups.noMembers')}</p>
      ) : (
        <ul className={styles.members}>
          {data.map(({ id, name, username, isSelf, until }) => (
            <li key={id}>
              <span className={sections.who}>
                <strong>{name}</strong>
                <code>{username}</code>
                <Ends until={until} />
              </span>
              {group.mayChangeMembers && !isSelf ? (
                <IconButton
                  isSmall
                  label={t('ends.changeMember', { name })}
                  onClick={() =>
                    openEndDialog(name, {
                      what: t('ends.member', { name, group: group.name }),
                      until,
                      send: (end) => change({ join: [id], ...(end === undefined ? {} : { until: end }) }),
                    })
                  }
                >
                  <CalendarClock size={14} aria-hidden />
                </IconButton>
              ) : null}
              {group.mayChangeMembers && !isSelf ? (
                <IconButton
                  isSmall
                  label={t('groups.removeMember', { name })}
                  onClick={() => run({ leave: [id] })}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
