import { goTo, useIsMobile } from '@qd/web-base'
import { useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FilterPicker, Panel, SegmentedControl } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable, useUrlFilter } from '@qd/web-tables'
import { Button, Input } from 'antd'
import { Copy, FileText, FlaskConical, Mail, Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { mailSave, mailState, testAccountAdd } from '../../contract/index.ts'
import type { MailState } from '../../contract/index.ts'
import { openLineDialog } from '../accounts/line-dialog.tsx'
import { mailAddress } from '../parts/line-ref.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import { copyMail, removeAfterAsking, startMail } from './mail-actions.ts'
import { mailColumns } from './mail-columns.tsx'
import type { MailRow } from './mail-columns.tsx'
import styles from './mail-list.module.css'
import { useMailList } from './use-mail-list.ts'
import type { MailFilter } from './use-mail-list.ts'

const NO_FILTER = { part: 'mails', state: '', type: '', kind: '', search: '' }
const STATES: readonly MailState[] = mailState.options
const SEND_TYPES = [1, 2, 3, 4] as const
const KINDS = ['system', 'compensation', 'activity', 'personal'] as const

function askedFor({ part, state, type, kind, search }: typeof NO_FILTER): MailFilter {
  const states = STATES.filter((each) => each === state)
  const sendTypes = SEND_TYPES.filter((each) => String(each) === type)
  const emailTypes = KINDS.filter((each) => each === kind)
  return {
    isTemplate: part === 'templates',
    ...(states.length === 0 ? {} : { states }),
    ...(sendTypes.length === 0 ? {} : { sendTypes }),
    ...(emailTypes.length === 0 ? {} : { emailTypes }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
  }
}

function useRowActions(line: LineRef, mayEdit: boolean): (mail: MailRow) => MenuItem[] {
  const t = useMailTexts()
  return (mail) => {
    if (!mayEdit) return []
    const canGo = mail.isTemplate || ['draft', 'rejected', 'vetoed'].includes(mail.state)
    return [
      {
        key: 'clone',
        label: t(mail.isTemplate ? 'useTemplate' : 'clone'),
        icon: <Copy size={14} aria-hidden />,
        onSelect: () => quietly(copyMail(line, mail, false)),
      },
      ...(mail.isTemplate
        ? []
        : [
            {
              key: 'template',
              label: t('saveAsTemplate'),
              icon: <FileText size={14} aria-hidden />,
              onSelect: () => quietly(copyMail(line, mail, true)),
            },
          ]),
      ...(canGo
        ? [
            {
              key: 'remove',
              label: t('remove'),
              icon: <Trash2 size={14} aria-hidden />,
              onSelect: () => removeAfterAsking(line, mail, () => undefined),
            },
          ]
        : []),
    ]
  }
}

/** The mails of a line or its templates (S3.05), with a preview of 20 characters (S9.03). */
export function MailList({ line }: { line: LineRef }): ReactNode {
  const t = useMailTexts()
  const isMobile = useIsMobile()
  const [filter, change, clear] = useUrlFilter(NO_FILTER)
  const asked = useMemo(() => askedFor(filter), [filter])
  const { rows, error, loadMore, isLoadingMore, reload } = useMailList(line, asked)
  const columns = useMemo(() => mailColumns(t), [t])
  const mayEdit = useMay(mailSave)
  const mayKeep = useMay(testAccountAdd)
  const rowActions = useRowActions(line, mayEdit)
  const isTemplate = asked.isTemplate === true
  const part = (
    <SegmentedControl
      label={t('title')}
      value={isTemplate ? 'templates' : 'mails'}
      segments={[
        { value: 'mails', label: t('part.mails') },
        { value: 'templates', label: t('part.templates') },
      ]}
      isBlock={isMobile}
      onChange={(value) => change({ part: value })}
    />
  )
  const begin = mayEdit ? (
    <Button
      type="primary"
      size="small"
      icon={<Plus size={14} />}
      onClick={() => quietly(startMail(line, isTemplate))}
    >
      {t(isTemplate ? 'newTemplate' : 'newMail')}
    </Button>
  ) : null
  const choice = (key: 'state' | 'type' | 'kind', label: string, options: [string, string][]) => (
    <FilterPicker
      label={label}
      value={filter[key]}
      options={options.map(([value, text]) => ({ value, label: text }))}
      onChange={(value) => change({ [key]: value })}
    />
  )
  return (
    <Panel
      className={styles.panel}
      title={t('title')}
      icon={<Mail size={15} aria-hidden />}
      actions={
        <>
          {mayKeep ? (
            <Button size="small" icon={<FlaskConical size={14} />} onClick={() => openLineDialog(line)}>
              {t('accounts.open')}
            </Button>
          ) : null}
          {begin}
        </>
      }
    >
      {isMobile ? <div className={styles.choice}>{part}</div> : null}
      <DataTable
        name="mail.list"
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={reload}
        isFiltered={filter.state !== '' || filter.type !== '' || filter.kind !== '' || filter.search !== ''}
        onClearFilter={clear}
        empty={
          <EmptyState
            title={t(isTemplate ? 'list.noTemplates' : 'list.empty')}
            hint={t(isTemplate ? 'list.noTemplatesHint' : 'list.emptyHint')}
            action={begin}
          />
        }
        more={{ isLoading: isLoadingMore, ...(loadMore === undefined ? {} : { load: loadMore }) }}
        onSelect={({ id }) => goTo(mailAddress(id))}
        onOpen={({ id }) => goTo(mailAddress(id))}
        rowActions={rowActions}
        filters={
          <>
            {isMobile ? null : part}
            <Input
              className={styles.search}
              type="search"
              allowClear
              aria-label={t('list.search')}
              placeholder={t('list.search')}
              value={filter.search}
              onChange={({ target }) => change({ search: target.value })}
            />
            {isTemplate
              ? null
              : choice(
                  'state',
                  t('column.state'),
                  STATES.map((value) => [value, t(`state.${value}`)]),
                )}
            {choice(
              'type',
              t('column.sendType'),
              SEND_TYPES.map((value) => [String(value), t(`sendType.${value}`)]),
            )}
            {choice(
              'kind',
              t('column.emailType'),
              KINDS.map((value) => [value, t(`emailType.${value}`)]),
            )}
          </>
        }
      />
    </Panel>
  )
}
