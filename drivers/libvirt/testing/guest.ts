// The boot sector of guest.s, which explains what it does and how its bytes are made.
const CODE = `
  fc31c08ed88ec08ed0bc007c88160c7dbafb03b003eeba0206b80001efbe0d7de8bd0030dbfbf4e85800bafd03eca80174f3baf803ece8b2003c0d74
  0884db75e988c3ebe588d830db3c7074243c7274103c7774573c637410be297de88100ebc9baf90cb006eeebf8ba0505b001eeebf8ba0406b80020ef
  ebf7b91400f4e2fdebefba0006eda9000175ef6631c9bad00c6689c866efbac40c66ed6685c07405bac80c66ef4183f92072e3c366ff06008066c706
  047d40000000e8160066c706047d00000400e80a00bafd03eca80174dbeb86befc7c8a160c7db80043cd13c3ac84c07405e80300ebf6c388c4bafd03
  eca82074fbbaf80388e0eec310000100008000000000000000000000000d0a54686520746573742067756573742068617320626f6f7465642e0d0a6c
  6f67696e3a20
`

export function guestBootSector(): Uint8Array {
  const sector = new Uint8Array(512)
  sector.set(Buffer.from(CODE.replaceAll(/\s/g, ''), 'hex'))
  sector.set([0x55, 0xaa], 510)
  return sector
}
