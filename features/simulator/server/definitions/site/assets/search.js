// Finds entries by the words of a search, and Chinese by its pinyin as the console does.
;(() => {
  'use strict'
  const readings = new Map(
    Object.entries(window.PROTOCOL.readings).map(([character, all]) => [character, all.split(' ')]),
  )
  /** Lower case, and letters without their marks. */
  const plain = (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

  /** All of a syllable, its first letter or first sound, or as much as was typed so far. */
  const mayTake = (reading, length, isLast) =>
    isLast || length === reading.length || length === 1 || (length === 2 && /^[zcs]h/.test(reading))

  /** Whether the rest of a word reads as the characters from `at` on, pinyin and plain characters mixed. */
  function readsAs(characters, at, word) {
    if (word === '') return true
    const character = characters[at]
    if (character === undefined) return false
    if (word.startsWith(character) && readsAs(characters, at + 1, word.slice(character.length))) return true
    return (readings.get(character) ?? []).some((reading) => {
      for (let length = Math.min(reading.length, word.length); length > 0; length -= 1) {
        if (!word.startsWith(reading.slice(0, length))) continue
        const rest = word.slice(length)
        if (mayTake(reading, length, rest === '') && readsAs(characters, at + 1, rest)) return true
      }
      return false
    })
  }

  function indexed(text) {
    const words = plain(text)
    const characters = [...words]
    return { words, characters: characters.some((each) => readings.has(each)) ? characters : [] }
  }

  const finds = ({ words, characters }, word) =>
    words.includes(word) ||
    characters.some((character, at) => readings.has(character) && readsAs(characters, at, word))

  /** Entries that have all the words somewhere in their texts, in their order. */
  window.createSearch = (entries) => {
    const index = entries.map((entry) => ({ entry, texts: entry.texts.filter(Boolean).map(indexed) }))
    return (query) => {
      const wanted = plain(query).split(/\s+/).filter(Boolean)
      return index
        .filter(({ texts }) => wanted.every((word) => texts.some((text) => finds(text, word))))
        .map(({ entry }) => entry)
    }
  }
})()
