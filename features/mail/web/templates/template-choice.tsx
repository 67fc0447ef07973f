import { textOf } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FirstLoad, Item, ItemList, ListSearch } from '@qd/web-controls'
import { EmptyState, ErrorState, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { mailGet, mailList } from '../../contract/index.ts'
import type { MailDraft } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import styles from './template-choice.module.css'

const LISTED = 200

interface Choice {
  line: LineRef
  /** The one that is written: it is not offered to itself. */
  mailId: string
  onPick: (part: Partial<MailDraft>) => void
}

/** What a mail takes over from a template; players, servers and times are its own. */
function contentOf({ content, fallback, sender, attach, emailType, tags }: MailDraft): Partial<MailDraft> {
  return { content, fallback, sender, attach, emailType, tags }
}

function TemplateChoice({ line, mailId, onPick, onClose }: Choice & { onClose: () => void }): ReactNode {
  const t = useMailTexts()
  const query = atLine(line)
  const [search, setSearch] = useState('')
  const asked = search.trim() === '' ? {} : { search: search.trim() }
  const { data, error, refetch } = useCall(
    mailList,
    { query, body: { isTemplate: true, limit: LISTED, ...asked } },
    { tag: 'mail:useTemplate', told: 'inline', keepsPrevious: true },
  )
  const pick = async (id: string) => {
    const { draft } = await call(mailGet, { query, body: { id } }, { tag: 'mail:useTemplate', told: 'toast' })
    onPick(contentOf(draft))
    onClose()
  }
  const list = data?.list.filter(({ id }) => id !== mailId)
  return (
    <>
      <p className={styles.hint}>{t('templates.takes')}</p>
      <ListSearch label={t('list.search')} value={search} onChange={setSearch} />
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && list === undefined ? <FirstLoad /> : null}
      {list?.length === 0 ? (
        <EmptyState
          title={t(search === '' ? 'list.noTemplates' : 'templates.noneFound')}
          hint={t('list.noTemplatesHint')}
        />
      ) : null}
      <ItemList>
        {list?.map(({ id, name, title, content, tags }) => (
          <Item
            key={id}
            title={<bdi>{name === '' ? t('unnamed') : name}</bdi>}
            buttons={
              <Button size="small" onClick={() => quietly(pick(id))}>
                {t('templates.use')}
              </Button>
            }
          >
            <span>
              <bdi>{title}</bdi> <bdi>{content}</bdi>
            </span>
            {tags.length === 0 ? null : <span>{tags.join(' · ')}</span>}
          </Item>
        ))}
      </ItemList>
    </>
  )
}

/** Templates of the line, to begin a mail with the text and the gift of one. */
export function openTemplateChoice(line: LineRef, mailId: string, onPick: Choice['onPick']): void {
  openDialog(({ close }) => <TemplateChoice line={line} mailId={mailId} onPick={onPick} onClose={close} />, {
    title: textOf('mail', 'useTemplate'),
    width: 560,
  })
}
