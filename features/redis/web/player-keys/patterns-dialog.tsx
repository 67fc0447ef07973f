import { z } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { call, queryKeyOf } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import { Form, FormActions, NumberField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  PLAYER_PATTERNS_MAX,
  SID_SIGN,
  UID_SIGN,
  findPlayerKeys,
  listPlayerPatterns,
  playerPattern,
  savePlayerPatterns,
} from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import styles from './player-keys.module.css'

type Patterns = RouteReply<typeof listPlayerPatterns>[number]

const schema = z.object({ patterns: z.array(playerPattern).check(z.maxLength(PLAYER_PATTERNS_MAX)) })
const SIGNS = { uId: UID_SIGN, sId: SID_SIGN }

function PatternsForm(props: { lineId: string; given: Patterns; onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const queries = useQueryClient()
  const { lineId, given, onClose } = props
  const { connectionId, revision } = given
  const form = useZodForm({
    schema,
    initial: { patterns: given.patterns },
    send: ({ patterns }) =>
      call(
        savePlayerPatterns,
        { body: { lineId, connectionId, revision, patterns } },
        { tag: 'redis:player.edit', told: 'form' },
      ),
    onSent: () => {
      toast.success(t('player.saved'))
      void queries.invalidateQueries({ queryKey: queryKeyOf(listPlayerPatterns) })
      void queries.invalidateQueries({ queryKey: queryKeyOf(findPlayerKeys) })
      onClose()
    },
    issueText: ({ path }) => (path.at(-1) === 'pattern' ? t('player.needsUId', SIGNS) : undefined),
  })
  const { patterns } = form.values
  const change = (next: typeof patterns): void => form.set('patterns', next)
  return (
    <Form form={form}>
      <p className={styles.hint}>{t('player.patternHint', SIGNS)}</p>
      {patterns.map((_pattern, at) => (
        // eslint-disable-next-line react/no-array-index-key -- patterns have no name but their place
        <div key={at} className={styles.row}>
          <TextField
            name={`patterns.${at}.pattern`}
            label={t('player.pattern', { number: at + 1 })}
            placeholder={`session:${UID_SIGN}`}
            isMono
            isRequired
          />
          <TextField name={`patterns.${at}.label`} label={t('player.label')} />
          <NumberField name={`patterns.${at}.db`} label="DB" />
          <IconButton
            isSmall
            label={t('player.remove', { number: at + 1 })}
            onClick={() => change(patterns.filter((_each, index) => index !== at))}
          >
            <X size={13} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        className={styles.add}
        icon={<Plus size={13} aria-hidden />}
        disabled={patterns.length >= PLAYER_PATTERNS_MAX}
        title={t('player.most', { limit: PLAYER_PATTERNS_MAX })}
        onClick={() => change([...patterns, { db: 0, pattern: '', label: '' }])}
      >
        {t('player.add')}
      </Button>
      <FormActions submitLabel={t('player.save')} onCancel={onClose} />
    </Form>
  )
}

/** Edits by which names the keys of a player are found on a connection. */
export function openPatterns(lineId: string, given: Patterns): void {
  openDialog(({ close }) => <PatternsForm lineId={lineId} given={given} onClose={close} />, {
    title: redisText('player.editOf', { name: given.name }),
    width: 720,
  })
}
