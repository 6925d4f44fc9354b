import type { ControllerDescriptor } from '../controller.ts';
import { requestController } from '../shared/certificate-requests/request-controller.ts';
import { Approver } from './approver.ts';

export const certificateApprovingController: ControllerDescriptor = {
  name: 'csrapproving',
  account: 'certificate-controller',
  flags: [],
  async create(dependencies) {
    const approver = new Approver(dependencies);
    return requestController(dependencies, 1, (request) => approver.decide(request));
  },
};
