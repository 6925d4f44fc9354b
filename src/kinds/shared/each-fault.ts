export { eachFault } from '../../api/machinery/each-fault.ts';
