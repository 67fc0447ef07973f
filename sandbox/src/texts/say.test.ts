import { describe, expect, it } from 'vitest'
import { localText } from './dictionaries.ts'
import { nameText, say, saidIn } from './say.ts'

describe('what the game says', () => {
  it('is a sentence in the language with names of the world in it, and texts of players as they are', () => {
    const said = say('发送邮件 {title}，{attach}', {
      title: '商店 {attach}',
      attach: [say('{item} ×{count}', { item: localText('items', '琥珀油'), count: 2 }), say('无附件')],
    })
    expect(saidIn('cn', said)).toBe('发送邮件 商店 {attach}，琥珀油 ×2、无附件')
    expect(saidIn('en', said)).toBe('Sends the mail 商店 {attach}, Amber Oil ×2, no attachments')
  })

  it('keeps equal texts as one object, and texts nobody translated as they are', () => {
    expect(nameText('等级')).toBe(localText('names', '等级'))
    expect(nameText('等级')).toMatchObject({ cn: '等级', tw: '等級', de: 'Stufe' })
    expect(nameText('uId')).toBe('uId')
    expect(nameText('constructor')).toBe('constructor')
  })
})
