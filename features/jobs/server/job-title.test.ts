import { expect, test } from 'vitest'
import type { JobTitle } from '@qd/server-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import type { JobDetail, JobView } from '../contract/index.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'

describeOnBothDatabases('what a job is called', worldMigrations, (open) => {
  async function begin(title: JobTitle) {
    const world = jobsWorld(await open<never>())
    // Their own jobs are all that somebody without a right to read those of others sees.
    const ann = world.signIn('ann', [{ scope: '*', environment: '*', codes: ['test.tally'] }])
    const id = await world.startJob(ann, 3, { title })
    const nameIn = async (lang: string) => {
      const listed = await ann.post<{ list: JobView[] }>('/platform/job/list', {}, { lang })
      const shown = await ann.post<JobDetail>('/platform/job/get', { jobId: id }, { lang })
      expect(shown.body.data.name).toBe(listed.body.data.list[0]?.name)
      return shown.body.data.name
    }
    return { world, id, nameIn }
  }

  test('[jobs.title] every reader gets it in their own language', async () => {
    const { world, nameIn } = await begin({ key: 'test.title', params: { changes: '语音 → 61' } })
    expect([await nameIn('cn'), await nameIn('de')]).toEqual([
      'cn:test.title 语音 → 61',
      'de:test.title 语音 → 61',
    ])
    await world.close()
  })

  test('[jobs.title] words of the game are taken in the language it has, else as the starter read them', async () => {
    const { world, nameIn } = await begin({ texts: { de: 'Geschenk' }, otherwise: '发放' })
    expect([await nameIn('cn'), await nameIn('de')]).toEqual(['发放', 'Geschenk'])
    await world.close()
  })

  test('[jobs.title] what somebody typed stays as it is', async () => {
    const { world, nameIn } = await begin('春节补偿')
    expect([await nameIn('cn'), await nameIn('de')]).toEqual(['春节补偿', '春节补偿'])
    await world.close()
  })

  test('[jobs.title] an old job has the name it was stored with, and without one that of its kind', async () => {
    const { world, id, nameIn } = await begin({ key: 'test.title', params: {} })
    const store = (name: string) =>
      world.store.write((tx) =>
        tx.updateTable('job').set({ title: null, name }).where('id', '=', id).execute(),
      )
    await store('设置 · 语音')
    expect(await nameIn('de')).toBe('设置 · 语音')
    await store('')
    expect(await nameIn('de')).toBe('de:jobs.list')
    expect(await world.jobs.titlesOf([id, 'no-such'], 'fr')).toEqual(new Map([[id, 'fr:jobs.list']]))
    await world.close()
  })
})
