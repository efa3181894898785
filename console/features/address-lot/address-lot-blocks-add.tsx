// More blocks for an address lot, over its page.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { useData } from '../../use-api.ts'
import { AddressLotForm } from './address-lot-form.tsx'
import { addressLotView } from './address-lot-queries.ts'

export default function AddressLotBlocksAddPage() {
  const navigate = useNavigate()
  const lot = useData(addressLotView(useParams().lot ?? ''))
  const back = () => navigate(paths.addressLot({ lot: lot.name }))
  return <AddressLotForm lot={lot} onDone={back} onClose={() => void back()} />
}
