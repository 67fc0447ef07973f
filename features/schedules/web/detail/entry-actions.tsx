import { goTo } from '@qd/web-base'
import { call, useSend } from '@qd/web-calls'
import { RecordActions } from '@qd/web-controls'
import { openConfirm, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Pause, PenLine, Play, Trash2, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { scheduleDelete, schedulePause, scheduleResume, scheduleRunNow } from '../../contract/index.ts'
import type { ScheduleDetail } from '../../contract/index.ts'
import { openEdit } from '../form/edit-dialog.tsx'
import { schedulesText, useSchedulesTexts } from '../texts.ts'

interface ActionsProps {
  entry: ScheduleDetail
  onDone: () => void
}

/** One press, one key: sent again after a lost answer it asks for the same run. */
function askRunNow({ entry, onDone }: ActionsProps): void {
  const idempotencyKey = crypto.randomUUID()
  openConfirm({
    title: schedulesText('action.runNow'),
    text: schedulesText('action.runNowAsk', { name: entry.name, owner: entry.owner }),
    action: schedulesText('action.runNow'),
    run: () =>
      call(
        scheduleRunNow,
        { body: { scheduleId: entry.id, idempotencyKey } },
        { tag: 'schedules:action.runNow', told: 'form' },
      ).then(onDone),
  })
}

function askDelete({ entry }: ActionsProps): void {
  openConfirm({
    title: schedulesText('action.delete'),
    text: schedulesText('action.deleteAsk', { name: entry.name }),
    action: schedulesText('action.delete'),
    run: async () => {
      const body = { scheduleId: entry.id }
      await call(scheduleDelete, { body }, { tag: 'schedules:action.delete', told: 'form' })
      toast.success(schedulesText('action.deleted', { name: entry.name }))
      goTo('/schedules')
    },
  })
}

/** What the operator may do with the entry as it stands. */
export function EntryActions(props: ActionsProps): ReactNode {
  const t = useSchedulesTexts()
  const { entry, onDone } = props
  const { may } = entry
  const pause = useSend(schedulePause, { tag: 'schedules:action.pause', told: 'toast' })
  const resume = useSend(scheduleResume, { tag: 'schedules:action.resume', told: 'toast' })
  const body = { scheduleId: entry.id }
  if (!Object.values(may).includes(true)) return null
  return (
    <RecordActions>
      {may.resume ? (
        <Button
          type="primary"
          icon={<Play size={14} aria-hidden />}
          loading={resume.isPending}
          onClick={() => resume.mutate({ body }, { onSettled: onDone })}
        >
          {t('action.resume')}
        </Button>
      ) : null}
      {may.runNow ? (
        <Button icon={<Zap size={14} aria-hidden />} onClick={() => askRunNow(props)}>
          {t('action.runNow')}
        </Button>
      ) : null}
      {may.pause ? (
        <Button
          icon={<Pause size={14} aria-hidden />}
          loading={pause.isPending}
          onClick={() => pause.mutate({ body }, { onSettled: onDone })}
        >
          {t('action.pause')}
        </Button>
      ) : null}
      {may.edit ? (
        <Button icon={<PenLine size={14} aria-hidden />} onClick={() => openEdit(entry, onDone)}>
          {t('action.edit')}
        </Button>
      ) : null}
      {may.delete ? (
        <Button danger icon={<Trash2 size={14} aria-hidden />} onClick={() => askDelete(props)}>
          {t('action.delete')}
        </Button>
      ) : null}
    </RecordActions>
  )
}
